// peers.hpp: published figures of other implementations (data/peers.json), beside rows of ours.
//
// A figure of a GPU is put beside the best row of a GPU, one of a single CPU core beside the best row of one
// CPU thread. Of our schemes only rows of pqlane itself with a key for every item count; conventional
// algorithms are another library's. Nothing is scaled from one piece of hardware to another.
#pragma once

#include "results/document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pqlane::results {

struct PeerFigure {
  std::string scheme, op;
  std::string
      near;  // a scheme of ours that is close to it, where rows of the same one are missing; empty: none
  std::optional<std::uint64_t> n;  // lattice dimension, of LWE
  double ops_per_s = 0;
  std::optional<double> joules_per_op;
};

struct PeerSet {
  std::string id, name, hardware, kind, source, conditions;
  std::string url;  // empty: none
  std::vector<PeerFigure> figures;
};

// In the order of the file.
const std::vector<PeerSet>& peer_sets();
// The same of a text; throws ParseError with the key.
std::vector<PeerSet> parse_peers(const std::string& text);

struct AgainstPeer {
  const PeerSet* set = nullptr;
  const PeerFigure* figure = nullptr;
  std::size_t row = 0;  // index of ours
  double ratio = 0;     // ours / theirs
};

// The figures for which there is a row.
std::vector<AgainstPeer> against_peers(const std::vector<const Row*>& rows);

}  // namespace pqlane::results

// peer.hpp: other libraries whose operations are measured beside ours, by the same loop.
//
// A peer is opened at run time, by its usual file names or from a path, with prototypes of our own: pqlane
// neither needs one nor links it. Every symbol is looked up, and every size compared, before anything is
// called. Peers know no batches; see single_ops.hpp. What a peer's outputs are verified with is said in the
// header of its workload.
#pragma once

#include "bench/permutations.hpp"
#include "bench/single_ops.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace pqlane::bench {

struct PeerCase {
  Op op;
  std::size_t batch;
  std::size_t message_bytes;  // of operations that take messages
  bool one_key;               // for all items, where a row may have either
};

// One scheme or conventional algorithm of a peer.
class PeerScheme {
 public:
  virtual ~PeerScheme() = default;

  // Our name for it: "ml-kem-768".
  virtual const char* scheme() const = 0;
  // The device name of its rows: "cpu:liboqs".
  virtual const char* device() const = 0;
  // The library and its version: "liboqs 0.12.0".
  virtual const std::string& implementation() const = 0;
  // What rows of this kind have in common, for people.
  virtual const char* note() const = 0;

  virtual bool has_op(Op op) const = 0;
  // The keys of its rows where ours have `ours`.
  virtual KeyReuse reuse(Op op, KeyReuse ours) const = 0;
  // Whether rows differ by the length of messages.
  virtual bool takes_messages(Op op) const = 0;
  // Makes the inputs; throws Failure. The pool must outlive the workload.
  virtual std::unique_ptr<SingleOps> make_workload(const PeerCase& work, ThreadPool& pool,
                                                   unsigned threads) const = 0;
};
using PeerSchemePointer = std::shared_ptr<const PeerScheme>;

class Peer {
 public:
  virtual ~Peer() = default;
  virtual const std::string& implementation() const = 0;
  // Null with a reason for a scheme that it lacks. Throws UsageError for one that is not what we call so.
  virtual PeerSchemePointer find(const std::string& scheme, std::string& why_not) const = 0;
};

// The names that open_peer knows.
const std::vector<std::string>& peer_names();
// By a name, or a name and the file to open: "liboqs", "liboqs=/opt/lib/liboqs.so". Throws UsageError, which
// says what was looked for.
std::shared_ptr<const Peer> open_peer(const std::string& text);

// The peers themselves; `path` may be empty.
std::shared_ptr<const Peer> open_openssl(const std::string& path);
std::shared_ptr<const Peer> open_liboqs(const std::string& path);
std::shared_ptr<const Peer> open_wolfssl(const std::string& path);

}  // namespace pqlane::bench

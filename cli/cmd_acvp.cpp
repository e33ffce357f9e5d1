// cmd_acvp.cpp: `pqlane acvp`: answers a NIST ACVP vector set for ML-KEM or ML-DSA. Every group is a batch.
#include <fmt/format.h>

#include <memory>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/dsa_engine.hpp"
#include "cli/failure_lines.hpp"
#include "cli/kem_engine.hpp"
#include "cli/load_file.hpp"
#include "cli/output_file.hpp"
#include "cli/parse_acvp.hpp"
#include "cli/parse_error.hpp"
#include "cli/record_io.hpp"
#include "cli/report.hpp"
#include "cli/trace_file.hpp"

namespace pqlane::cli {
namespace {

struct AcvpOptions {
  ComputeOptions compute;
  std::string file;
};

// The one operation of a KEM's group, of an answer.
const OpOutcome& outcome_of(const KemAnswer& answer, unsigned op) {
  switch (op) {
    case op_keygen: return answer.keygen;
    case op_encaps: return answer.encaps;
    case op_decaps: return answer.decaps;
    case op_check_ek: return answer.check_ek;
    default: return answer.check_dk;
  }
}

// The result fields of one test, as NIST names them. `problem` becomes what stops an answer.
Json answer_test(const KemGroup& group, const KemItem& item, const KemAnswer& answer, std::string& problem) {
  const unsigned op = group.ops;
  const OpOutcome& outcome = outcome_of(answer, op);
  const bool is_check = op == op_check_ek || op == op_check_dk;
  problem = item.problem;
  if (problem.empty() && !outcome.accepted() && !is_check) problem = outcome.reason;
  if (!problem.empty()) return Json{{"testPassed", false}, {"reason", problem}};
  if (is_check) return Json{{"testPassed", outcome.accepted()}};
  if (op == op_keygen) return Json{{"ek", encode_hex_upper(answer.ek)}, {"dk", encode_hex_upper(answer.dk)}};
  if (op == op_encaps)
    return Json{{"c", encode_hex_upper(answer.c)}, {"k", encode_hex_upper(answer.encaps_k)}};
  return Json{{"k", encode_hex_upper(answer.decaps_k)}};
}

Json answer_test(const DsaGroup&, const DsaItem& item, const DsaAnswer& answer, std::string& problem) {
  const bool is_check = item.ops == dsa_verify;
  const OpOutcome& outcome = is_check ? answer.verify : item.ops == dsa_keygen ? answer.keygen : answer.sign;
  // A check that could not be made is no answer: a hash function that is not known.
  const bool no_answer = is_check ? outcome.status == PQLANE_ERROR_OPTION : !outcome.accepted();
  problem = item.problem;
  if (problem.empty() && no_answer) problem = outcome.reason;
  if (!problem.empty()) return Json{{"testPassed", false}, {"reason", problem}};
  if (is_check) return Json{{"testPassed", outcome.accepted()}};
  if (item.ops == dsa_keygen)
    return Json{{"pk", encode_hex_upper(answer.pk)}, {"sk", encode_hex_upper(answer.sk)}};
  return Json{{"signature", encode_hex_upper(answer.sig)}};
}

struct AcvpTotals {
  std::size_t tests = 0;
  std::size_t unanswered = 0;
};

// Writes the response piece by piece, a test a line, so that it is never in memory as a whole.
class ResponseWriter {
 public:
  // `head`: the members before testGroups.
  ResponseWriter(const std::string& target, const Json& head) : file_(target, FileMode::Ordinary) {
    text_ = json_text(head, 2);
    text_.resize(text_.rfind('\n'));  // the object stays open
    text_ += ",\n  \"testGroups\": [";
  }
  void begin_group(const Json& tg_id) {
    text_ +=
        fmt::format("{}\n    {{\"tgId\": {}, \"tests\": [", groups_++ == 0 ? "" : ",", json_text(tg_id, -1));
    tests_ = 0;
  }
  void add_test(const Json& test) {
    text_ += fmt::format("{}\n      {}", tests_++ == 0 ? "" : ",", json_text(test, -1));
    if (text_.size() >= piece_bytes) flush();
  }
  void end_group() { text_ += "]}"; }
  void finish() {
    text_ += "]\n}\n";
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  void flush() {
    file_.write(text_);
    text_.clear();
  }

  OutputFile file_;
  std::string text_;
  std::size_t groups_ = 0, tests_ = 0;
};

void answer_group(const Device& device, AcvpGroup& group, ResponseWriter& response, FailureLines& lines,
                  AcvpTotals& totals) {
  response.begin_group(group.tg_id);
  const auto take = [&](const auto& piece, std::size_t first, const auto& answers) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      std::string problem;
      Json test{{"tcId", group.tc_ids[first + i]}};
      test.update(answer_test(piece, piece.items[i], answers[i], problem));
      response.add_test(test);
      if (!problem.empty()) {
        totals.unanswered += 1;
        lines.add(totals.tests, piece.items[i].where, problem);
      }
      totals.tests += 1;
    }
  };
  const auto run = [&](const auto& piece) { return run_group(device, piece); };
  std::visit([&](auto& items) { run_pieces(std::move(items), run, take); }, group.items);
  response.end_group();
}

int run_acvp(const AcvpOptions& options) {
  check_file_names({{"FILE", options.file}}, {}, options.compute);
  const std::string target = options.compute.json.empty() ? "-" : options.compute.json;
  AcvpSet set;
  try {
    set = parse_acvp(parse_json(load_text(options.file)));
  } catch (const ParseError& error) {
    throw data_error(options.file + ": " + error.what());
  }
  for (const std::string& bad : set.bad_groups) print_error(options.file + ": " + bad);
  if (set.groups.empty() && !set.bad_groups.empty()) return exit_failed;  // there is nothing to answer

  Json head = Json::object();
  if (!set.vs_id.is_null()) head["vsId"] = set.vs_id;
  head["algorithm"] = set.algorithm;
  head["mode"] = set.mode;
  head["revision"] = set.revision;
  ResponseWriter response(target, head);
  const Device device = open_device(options.compute);
  AcvpTotals totals;
  FailureLines lines(options.file);
  for (AcvpGroup& group : set.groups) answer_group(device, group, response, lines, totals);
  lines.finish();
  response.finish();
  std::string text = fmt::format("{}: {} tests in {} groups answered on {}, {} could not be -> {}",
                                 options.file, totals.tests - totals.unanswered, set.groups.size(),
                                 used_device(device), totals.unanswered, target);
  if (!set.bad_groups.empty()) text += fmt::format(" ({} groups left out)", set.bad_groups.size());
  print_text(one_line(text) + "\n", target == "-");
  return totals.unanswered == 0 && set.bad_groups.empty() ? exit_done : exit_failed;
}

}  // namespace

void add_acvp_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<AcvpOptions>();
  CLI::App* command = app.add_subcommand(
      "acvp", "Answer a NIST ACVP vector set (ML-KEM keyGen, encapDecap; ML-DSA keyGen, sigGen, sigVer)");
  command
      ->add_option("file", options->file,
                   "Vector set: prompt, or with results (plain, .xz or .gz; - is stdin)")
      ->type_name("FILE")
      ->required();
  add_compute_options(*command, options->compute);
  command->footer(
      "Writes the response JSON, the same tgId and tcId with NIST's result fields, to stdout or to the file\n"
      "of --json. Expected results in the file are not looked at: `pqlane vectors` compares them. A test "
      "that\n"
      "cannot be computed (wrong lengths, say) is named on stderr and the exit status is 1; all others are\n"
      "answered. So is a group that cannot be read (an unknown parameterSet, say), which is left out.\n\n"
      "Examples:\n"
      "  pqlane acvp ML-KEM-keyGen-FIPS203.json > response.json\n"
      "  pqlane acvp ML-DSA-sigGen-FIPS204.json.xz --json response.json\n"
      "  pqlane acvp prompt.json --device cpu:avx2 --json response.json");
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_acvp(*options); });
  });
}

}  // namespace pqlane::cli

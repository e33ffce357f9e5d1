// cmd_acvp.cpp: `pqlane acvp`: answers a NIST ACVP vector set for ML-KEM. Every group is a batch.
#include <fmt/format.h>

#include <memory>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/kem_engine.hpp"
#include "cli/load_file.hpp"
#include "cli/parse_acvp.hpp"
#include "cli/parse_error.hpp"
#include "cli/record_io.hpp"
#include "cli/report.hpp"

namespace pqlane::cli {
namespace {

struct AcvpOptions {
  ComputeOptions compute;
  std::string file;
};

// The one operation of an ACVP group, of an answer.
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
Json answer_test(unsigned op, const KemItem& item, const KemAnswer& answer, std::string& problem) {
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

struct AcvpTotals {
  std::size_t tests = 0;
  std::size_t unanswered = 0;
};

Json answer_group(const Device& device, const AcvpGroup& group, const std::string& file, AcvpTotals& totals) {
  const std::vector<KemAnswer> answers = run_kem_group(device, group.kem);
  Json tests = Json::array();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    std::string problem;
    Json test{{"tcId", group.tc_ids[i]}};
    test.update(answer_test(group.kem.ops, group.kem.items[i], answers[i], problem));
    tests.push_back(std::move(test));
    totals.tests += 1;
    if (problem.empty()) continue;
    totals.unanswered += 1;
    print_error(fmt::format("{}: {}: {}", file, group.kem.items[i].where, problem));
  }
  return Json{{"tgId", group.tg_id}, {"tests", std::move(tests)}};
}

int run_acvp(const AcvpOptions& options) {
  check_file_names({{"FILE", options.file}}, {}, options.compute.json);
  AcvpSet set;
  try {
    set = parse_acvp(parse_json(load_text(options.file)));
  } catch (const ParseError& error) {
    throw data_error(options.file + ": " + error.what());
  }
  const Device device = open_device(options.compute);
  AcvpTotals totals;
  Json response = Json::object();
  if (!set.vs_id.is_null()) response["vsId"] = set.vs_id;
  response["algorithm"] = set.algorithm;
  response["mode"] = set.mode;
  response["revision"] = set.revision;
  response["testGroups"] = Json::array();
  for (const AcvpGroup& group : set.groups) {
    response["testGroups"].push_back(answer_group(device, group, options.file, totals));
  }
  const std::string target = options.compute.json.empty() ? "-" : options.compute.json;
  write_json(target, response);
  print_text(one_line(fmt::format("{}: {} tests in {} groups answered on {}, {} could not be -> {}",
                                  options.file, totals.tests - totals.unanswered, set.groups.size(),
                                  used_device(device), totals.unanswered, target)) +
                 "\n",
             target == "-");
  return totals.unanswered == 0 ? exit_done : exit_failed;
}

}  // namespace

void add_acvp_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<AcvpOptions>();
  CLI::App* command = app.add_subcommand("acvp", "Answer a NIST ACVP vector set (ML-KEM keyGen, encapDecap)");
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
      "answered.\n\n"
      "Examples:\n"
      "  pqlane acvp ML-KEM-keyGen-FIPS203.json > response.json\n"
      "  pqlane acvp prompt.json --device cpu:avx2 --json response.json");
  command->callback([options, &invocation] { invocation.run = [options] { return run_acvp(*options); }; });
}

}  // namespace pqlane::cli

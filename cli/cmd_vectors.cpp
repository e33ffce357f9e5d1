// cmd_vectors.cpp: `pqlane vectors`: runs public test vectors on a device and names what fails.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/dsa_engine.hpp"
#include "cli/failure_lines.hpp"
#include "cli/kem_engine.hpp"
#include "cli/load_file.hpp"
#include "cli/nist_kat.hpp"
#include "cli/parse_error.hpp"
#include "cli/parse_vectors.hpp"
#include "cli/record_io.hpp"
#include "cli/report.hpp"
#include "cli/trace_file.hpp"
#include "cli/verdict.hpp"

namespace pqlane::cli {
namespace {

struct VectorsOptions {
  ComputeOptions compute;
  std::string scheme;
  std::vector<std::string> files;
};

struct Failure {
  std::string item;
  std::string reason;
};

struct FileResult {
  std::string file;
  std::string format;  // empty: the file could not be read
  std::string error;
  std::size_t passed = 0;
  std::vector<Failure> failures;
  std::map<std::string, std::size_t> skipped;

  std::size_t skipped_count() const {
    std::size_t n = 0;
    for (const auto& [reason, count] : skipped) n += count;
    return n;
  }
};

std::string counts_text(std::size_t passed, std::size_t failed, std::size_t skipped) {
  return fmt::format("{} passed, {} failed, {} skipped", passed, failed, skipped);
}

// Runs the groups of a file; fills everything but the file's name.
void run_vectors_of(const Device& device, VectorSet& vectors, FileResult& result) {
  result.skipped = std::move(vectors.skipped);
  FailureLines lines(result.file);
  std::size_t position = 0;
  const auto take = [&](const auto& piece, std::size_t, const auto& answers) {
    for (std::size_t i = 0; i < answers.size(); ++i, ++position) {
      const std::string& where = piece.items[i].where;
      std::string reason = judge(piece, piece.items[i], answers[i]);
      if (reason.empty()) {
        result.passed += 1;
        continue;
      }
      lines.add(position, where, reason);
      result.failures.push_back({where, std::move(reason)});
    }
  };
  const auto run = [&](const auto& piece) { return run_group(device, piece); };
  for (VectorGroup& group : vectors.groups) {
    std::visit(
        [&](auto& items) {
          expand_drbg_seeds(items);
          run_pieces(std::move(items), run, take);
        },
        group);
  }
  result.format = vectors.format;
}

// A file that cannot be read or run is reported, and the next one is taken.
FileResult run_file(const Device& device, const std::string& file, const std::optional<std::string>& scheme) {
  FileResult result;
  result.file = file;
  try {
    VectorSet vectors = parse_vectors(load_text(file), scheme, file);
    run_vectors_of(device, vectors, result);
  } catch (const ParseError& error) {
    result.error = fmt::format("{}: {}", file, error.what());
  } catch (const Error& error) {  // a whole call refused
    result.error = fmt::format("{}: {}", file, error.what());
  } catch (const CliError& error) {  // its text names the file
    result.error = error.what();
  }
  if (!result.error.empty()) print_error(result.error);
  return result;
}

std::string file_text(const FileResult& result) {
  if (result.format.empty()) return fmt::format("{}: not run\n", one_line(result.file));
  const bool ran = result.passed + result.failures.size() != 0;
  std::string text =
      fmt::format("{} ({}): {}{}\n", one_line(result.file), result.format, ran ? "" : "no item was run: ",
                  counts_text(result.passed, result.failures.size(), result.skipped_count()));
  for (const auto& [reason, count] : result.skipped) {
    text += fmt::format("  skipped {}: {}\n", count, error_line(reason));
  }
  return text;
}

Json file_json(const FileResult& result) {
  Json failures = Json::array();
  for (const Failure& failure : result.failures) {
    failures.push_back(Json{{"item", failure.item}, {"reason", failure.reason}});
  }
  Json json{{"file", result.file},
            {"format", result.format.empty() ? Json() : Json(result.format)},
            {"passed", result.passed},
            {"failed", result.failures.size()},
            {"skipped", result.skipped_count()},
            {"skipped_by_reason", Json(result.skipped)},
            {"failures", std::move(failures)}};
  if (!result.error.empty()) json["error"] = result.error;
  return json;
}

int run_vectors(const VectorsOptions& options) {
  std::optional<std::string> scheme;
  if (!options.scheme.empty()) {
    scheme_or_throw(options.scheme);
    scheme = options.scheme;
  }
  for (const std::string& file : options.files) check_file_names({{"FILE", file}}, {}, options.compute);
  JsonFile json(options.compute.json);
  const Device device = open_device(options.compute);
  std::size_t passed = 0, failed = 0, skipped = 0, unreadable = 0;
  Json files = Json::array();
  for (const std::string& file : options.files) {
    const FileResult result = run_file(device, file, scheme);
    passed += result.passed;
    failed += result.failures.size();
    skipped += result.skipped_count();
    unreadable += result.format.empty() ? 1 : 0;
    files.push_back(file_json(result));
    print_text(file_text(result), options.compute.json == "-");
  }
  json.write(Json{{"schema", "pqlane-vectors/1"},
                  {"device", used_device(device)},
                  {"threads", device.threads()},
                  {"passed", passed},
                  {"failed", failed},
                  {"skipped", skipped},
                  {"unreadable_files", unreadable},
                  {"files", std::move(files)}});
  print_text(counts_text(passed, failed, skipped) + "\n", options.compute.json == "-");
  const bool nothing_ran = passed + failed == 0;
  if (nothing_ran && unreadable == 0) print_error("no item was run: nothing is proved");
  return failed == 0 && unreadable == 0 && !nothing_ran ? exit_done : exit_failed;
}

}  // namespace

void add_vectors_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<VectorsOptions>();
  CLI::App* command =
      app.add_subcommand("vectors", "Check public test vectors (ACVP, Wycheproof, NIST .rsp, CCTV)");
  command->add_option("files", options->files, "Vector files, plain or compressed (.xz, .gz); - is stdin")
      ->type_name("FILE..")
      ->required();
  add_scheme_option(*command, options->scheme, false);
  add_compute_options(*command, options->compute);
  command->footer(
      "The format is told by the content. --scheme says what only a file's name tells (.rsp without a "
      "header),\n"
      "and of JSON files runs that scheme only. Files of ML-DSA records with xi keep their names, such as\n"
      "kat_MLDSA_65_hedged_pure.rsp: nothing else tells what was signed. Failing items are named on stderr, "
      "neighbours with one "
      "reason\n"
      "in one line. The exit status is 1 when an item failed, a file could not be read, or no item at all "
      "was\n"
      "run. A file holds at most 128 MiB (unpacked), 200,000 tests and, as JSON, 2,000,000 values.\n\n"
      "Examples:\n"
      "  pqlane vectors ML-KEM-keyGen-FIPS203.json mlkem_768_test.json.xz\n"
      "  pqlane vectors Kyber768.rsp --device cpu:scalar\n"
      "  pqlane vectors ML-DSA-sigGen-FIPS204.json.xz mldsa_65_sign_seed_test.json.xz\n"
      "  pqlane vectors kat.rsp --scheme kyber-512 --json result.json");
  command->callback([options, &invocation] {
    invocation.run = with_trace(options->compute.trace, [options] { return run_vectors(*options); });
  });
}

}  // namespace pqlane::cli

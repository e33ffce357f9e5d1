// json_report.cpp: see json_report.hpp.
#include "bench/json_report.hpp"

#include "bench/series_json.hpp"

namespace pqlane::bench {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json summary_json(const Summary& summary) {
  return {{"median", summary.median},
          {"p10", summary.p10},
          {"p90", summary.p90},
          {"ci95", {summary.ci95_low, summary.ci95_high}}};
}

bool has_message(const Case& work) { return work.op == Op::sign || work.op == Op::verify; }

Json message_json(const Row& row) {
  if (!has_message(row.work)) return nullptr;
  return row.peer ? row.peer->message_bytes : row.work.message_bytes;
}

Json includes_json(const Case& work) {
  const bool cached = work.reuse == KeyReuse::cached_key;
  return {{"randomness", is_randomised(work.op) && !work.derand},
          {"key_decoding", work.op != Op::keygen && !cached},
          {"matrix", !cached},
          {"copies", work.place != Place::device}};
}

Json check_json(const Row& row) {
  const Case& work = row.work;
  if (row.peer || work.op != Op::decaps || !has_key_check(work.scheme)) return nullptr;
  return work.checked_keys ? "imported" : "full";
}

Json memory_json(const RowMemory& memory) {
  Json device_peak_of = nullptr;
  if (memory.device_peak_bytes) device_peak_of = memory.device_peak_is_of_process ? "process" : "device";
  return {{"device_peak_bytes", or_null(memory.device_peak_bytes)},
          {"device_peak_of", device_peak_of},
          {"host_peak_bytes", or_null(memory.host_peak_bytes)},
          {"host_peak_of", memory.peak_is_of_row ? "row" : "process"},
          {"input_bytes", memory.input_bytes},
          {"output_bytes", memory.output_bytes},
          {"bench_bytes", memory.bench_bytes}};
}

Json ceiling_json(const std::optional<Ceiling>& ceiling) {
  if (!ceiling) return nullptr;
  return {{"resource", keccak_resource},
          {"ops_per_s", ceiling->ops_per_s},
          {"share", ceiling->share},
          {"permutations_per_op", ceiling->permutations_per_op},
          {"permutations_per_s", ceiling->permutations_per_s}};
}

Json attempts_json(const std::optional<Attempts>& attempts) {
  if (!attempts) return nullptr;
  return {{"mean", attempts->mean}, {"p99", attempts->p99}};
}

Json kernel_json(const Row& row) {
  if (row.kernel_rates.empty()) return nullptr;
  return {{"ops_per_s", summary_json(summarise(row.kernel_rates))}, {"calls", row.kernel_rates.size()}};
}

Json roofline_json(const std::vector<Share>& shares) {
  if (shares.empty()) return nullptr;
  Json list = Json::array();
  for (const Share& share : shares) {
    list.push_back({{"resource", share.resource},
                    {"per_op", share.per_op},
                    {"per_s", share.per_s},
                    {"ops_per_s", share.ops_per_s},
                    {"share", share.share}});
  }
  return {{"shares", std::move(list)}, {"bound_by", or_null(bound_of(shares))}};
}

Json energy_json(const std::optional<Energy>& energy) {
  if (!energy) return nullptr;
  return {{"joules_per_op", energy->joules_per_op},
          {"average_watts", energy->average_watts},
          {"source", energy->source},
          {"seconds", energy->seconds},
          {"counter_steps", energy->steps}};
}

Json conditions_json(const Row& row) {
  Json throttled = nullptr;
  if (row.throttle) throttled = throttle_names(*row.throttle);
  return {{"clock_mhz", or_null(row.clock_mhz)}, {"throttled", throttled}};
}

}  // namespace

Json machine_json(const Machine& machine) {
  Json devices = Json::array();
  for (const GpuFacts& gpu : machine.gpus) {
    devices.push_back({{"device", gpu.device},
                       {"name", gpu.name},
                       {"compute_capability", or_null(gpu.compute_capability)},
                       {"memory_bytes", gpu.memory_bytes},
                       {"driver", gpu.driver}});
  }
  return {{"cpu", machine.cpu},
          {"isa", machine.isa},
          {"cores", machine.cores},
          {"memory_bytes", or_null(machine.memory_bytes)},
          {"os", machine.os},
          {"compiler", machine.compiler},
          {"flags", machine.flags},
          {"commit", machine.commit},
          {"devices", std::move(devices)}};
}

Json row_json(const Row& row) {
  return {
      {"scheme", row_scheme(row)},
      {"op", op_name(row.work.op)},
      {"device", row.device},
      {"implementation", row.peer ? row.peer->implementation : "pqlane"},
      {"threads", row.threads},
      {"pinned", row.pinned},
      {"batch", row.work.batch},
      {"message_bytes", message_json(row)},
      {"key_reuse", key_reuse_name(row.work.reuse)},
      {"includes", includes_json(row.work)},
      {"check", check_json(row)},
      {"timing", row.work.place == Place::device ? "resident" : "end-to-end"},
      {"buffers", place_name(row.work.place)},
      {"ran_on", row.ran_on.empty() ? Json(nullptr) : Json(row.ran_on)},
      {"seconds", row.seconds},
      {"runs", row.runs},
      {"calls", row.calls},
      {"ops_per_s", summary_json(row.ops_per_s)},
      {"ops_per_cpu_s", row.on_cpu ? summary_json(row.ops_per_cpu_s) : Json(nullptr)},
      {"latency_us", {{"p50", row.latency_p50_us}, {"p90", row.latency_p90_us}, {"p99", row.latency_p99_us}}},
      {"kernel", kernel_json(row)},
      {"cycles_per_op", or_null(row.cycles_per_op)},
      {"tsc_ticks_per_op", or_null(row.tsc_ticks_per_op)},
      {"energy", energy_json(row.energy)},
      {"memory", memory_json(row.memory)},
      {"ceiling", ceiling_json(row.ceiling)},
      {"roofline", roofline_json(row.shares)},
      {"attempts", attempts_json(row.attempts)},
      {"outliers", row.ops_per_s.outliers},
      {"conditions", conditions_json(row)},
      {"verified", row.verified}};
}

Json document_json(const Machine& machine, const SuiteResult& result) {
  Json rows = Json::array();
  for (const Row& row : result.rows) rows.push_back(row_json(row));
  Json ceilings = Json::array();
  for (const DeviceCeiling& ceiling : result.ceilings) {
    ceilings.push_back({{"device", ceiling.device},
                        {"resource", ceiling.resource},
                        {"threads", ceiling.threads},
                        {ceiling.per_cpu_second ? "per_cpu_s" : "per_s", summary_json(ceiling.rate)},
                        {"samples", ceiling.samples}});
  }
  return {{"schema", bench_schema_name},
          {"machine", machine_json(machine)},
          {"complete", !result.interrupted && result.failures.empty()},
          {"failures", result.failures},
          {"not_measured", result.not_measured},
          {"results", std::move(rows)},
          {"ceilings", std::move(ceilings)},
          {"telemetry", {{"cpu_share", result.telemetry_cpu_share}, {"unreadable", result.unreadable}}},
          {"series", series_json(result.series)}};
}

}  // namespace pqlane::bench

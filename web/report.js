// report.js: puts charts of uPlot in the place of the static ones of a report page. The data of a chart is in its
// <figure>. Where uPlot is missing or fails, the static chart stays.
(() => {
  "use strict";
  if (typeof uPlot === "undefined") return;

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const digits = (value) => {
    const size = Math.abs(value);
    if (size >= 99.95 || size === 0) return value.toFixed(0);
    return String(Number(value.toPrecision(3)));
  };

  const inUnits = (value, units) => {
    const [factor, name] = units.find(([least]) => Math.abs(value) >= 0.9995 * least) || units[units.length - 1];
    return digits(value / factor) + name;
  };

  const texts = {
    count: (value) => inUnits(value, [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]]),
    us: (value) => inUnits(value, [[1e6, " s"], [1e3, " ms"], [1, " µs"], [1e-3, " ns"]]),
    s: (value) => digits(value) + " s",
    ratio: (value) => digits(value),
  };

  const textOf = (axis) => (value) => (value == null ? "" : texts[axis.kind](value));

  // Powers of ten, and 2 and 5 times them where there are few.
  const decades = (plot, index, low, high) => {
    const inside = (factors) => {
      const found = [];
      for (let n = Math.floor(Math.log10(low)); n <= Math.ceil(Math.log10(high)); n++) {
        for (const factor of factors) {
          const value = factor * 10 ** n;
          if (value >= low * 0.999 && value <= high * 1.001) found.push(value);
        }
      }
      return found;
    };
    const whole = inside([1]);
    return whole.length >= 3 ? whole : inside([1, 2, 5]);
  };

  // Labels that would touch each other are left out.
  const sparse = (least) => (plot, splits, index) => {
    const scale = index === 0 ? "x" : "y";
    let last = null;
    return splits.map((value) => {
      const at = plot.valToPos(value, scale);
      if (last !== null && Math.abs(at - last) < least) return null;
      last = at;
      return value;
    });
  };

  const axisOptions = (axis, least) => ({
    stroke: css("--soft"),
    grid: { stroke: css("--rule"), width: 0.7 },
    ticks: { show: false },
    ...(axis.log ? { splits: decades, filter: sparse(least) } : {}),
    font: "11px system-ui, sans-serif",
    labelFont: "11px system-ui, sans-serif",
    values: (plot, splits) => splits.map(textOf(axis)),
  });

  // Shaded parts of the x axis, drawn under the lines.
  const bandDrawer = (bands) => (plot) => {
    const { ctx } = plot;
    const { left, top, width, height } = plot.bbox;
    ctx.save();
    ctx.fillStyle = css("--band");
    for (const band of bands) {
      const from = Math.max(left, plot.valToPos(band.from, "x", true));
      const to = Math.min(left + width, plot.valToPos(band.to, "x", true));
      if (to > from) ctx.fillRect(from, top, to - from, height);
    }
    ctx.restore();
  };

  // The name of the band under the cursor, below the chart.
  const bandNamer = (bands, place) => (plot) => {
    const x = plot.cursor.left >= 0 ? plot.posToVal(plot.cursor.left, "x") : NaN;
    const band = bands.find((candidate) => x >= candidate.from && x <= candidate.to);
    place.textContent = band ? band.name : "";
  };

  const options = (data, width, bandName) => ({
    width,
    height: Math.max(220, Math.min(320, Math.round(width * 0.62))),
    scales: {
      x: { time: false, distr: data.x.log ? 3 : 1, log: 10 },
      y: { distr: data.y.log ? 3 : 1, log: 10 },
    },
    axes: [
      { ...axisOptions(data.x, 38), label: data.x.label, labelSize: 16, labelGap: 0, size: 28 },
      { ...axisOptions(data.y, 16), size: 58 },
    ],
    series: [
      { label: data.x.label, value: (plot, value) => textOf(data.x)(value) },
      ...data.lines.map((line) => ({
        label: line.name,
        stroke: css("--c" + line.colour),
        width: 2,
        spanGaps: true,
        points: { show: line.x.length <= 40, size: 6, fill: css("--card") },
        value: (plot, value) => textOf(data.y)(value),
      })),
    ],
    legend: { markers: { width: 0, fill: (plot, index) => css("--c" + data.lines[index - 1].colour) } },
    hooks: data.bands.length === 0 ? {} : {
      drawClear: [bandDrawer(data.bands)],
      setCursor: [bandNamer(data.bands, bandName)],
    },
  });

  const start = (figure) => {
    const data = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
    const place = figure.querySelector(".plot");
    const still = place.firstElementChild;
    const bandName = document.createElement("p");
    bandName.className = "band-name";
    const columns = uPlot.join(data.lines.map((line) => [line.x, line.y]));
    const width = () => Math.max(240, Math.floor(place.clientWidth));
    let plot = null;
    const draw = () => {
      if (plot) plot.destroy();
      plot = null;
      still.remove();
      try {
        plot = new uPlot(options(data, width(), bandName), columns, place);
        figure.classList.add("moving");
      } catch (error) {
        place.replaceChildren(still);
        figure.classList.remove("moving");
        console.error(error);
      }
    };
    draw();
    if (data.bands.length > 0) figure.append(bandName);
    new ResizeObserver(() => {
      if (plot && Math.abs(plot.width - width()) > 1) draw();
    }).observe(place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  };

  document.querySelectorAll("figure.chart").forEach(start);
})();

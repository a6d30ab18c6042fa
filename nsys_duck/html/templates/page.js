"use strict";
// Draws the charts whose specifications stand in the page, and serves their zoom.
(() => {
  const paint = JSON.parse(document.getElementById("paint").textContent);

  function sized(figure, source) {
    const spec = structuredClone(source);
    // A specification says how much room the names to the left of its picture need.
    const width = Math.max(320, figure.querySelector(".chart").clientWidth - spec.usermeta.margin);
    for (const view of spec.vconcat ?? [spec]) view.width = width;
    if (spec.vconcat) spec.padding = { left: spec.usermeta.margin - 15, right: 10, top: 4, bottom: 4 };
    return spec;
  }

  async function draw(figure, state) {
    const spec = sized(figure, state.spec);
    if (spec.vconcat) timeline(spec, state);
    const { view } = await vegaEmbed(figure.querySelector(".chart"), spec, {
      actions: false, renderer: "svg", config: paint, tooltip: { theme: "custom" }, logLevel: 1,
      patch: (vega) => (spec.vconcat ? whole(vega, state) : vega),
    });
    state.view = view;
    if (spec.vconcat) listen(figure, state);
    figure.dataset.drawn = "yes";
  }

  function timeline(spec, state) {
    const [overview, host, gpus] = spec.vconcat;
    // A GPU's gaps stand below its strip: their places are those of the strips, not of the GPUs with gaps.
    const places = [...new Set(spec.datasets.busy.map((row) => row.gpu_id))];
    for (const row of [...spec.datasets.busy, ...spec.datasets.gaps]) row.row = places.indexOf(row.gpu_id) + 1;
    gpus.height = (places.length > 8 ? 40 : 64) * Math.max(1, places.length);
    if (!spec.datasets.lanes.length) {
      spec.vconcat.splice(1, 1);
      overview.layer.shift();
    }
    if (!places.length) {
      // No strip of a GPU that nobody recorded; the host's ranges then carry the axis.
      spec.vconcat.pop();
      host.layer[0].encoding.x.axis = gpus.layer[0].encoding.x.axis;
    }
    const [[first, last], [from, to]] = [state.all, state.shown];
    const brush = overview.layer.at(-1).params[0];
    if (to - from < 0.98 * (last - first)) brush.value = { x: state.shown };
  }

  // Without a brush both pictures show the whole trace, not each what it has data for.
  function whole(vega, state) {
    for (const scale of vega.scales) if (/^concat_\d+_x$/.test(scale.name)) scale.domain = state.all;
    return vega;
  }

  function listen(figure, state) {
    state.view.addSignalListener("brush", (_, value) => {
      state.shown = value.start_s ?? state.all;
      told(figure, state);
    });
    told(figure, state);
  }

  function told(figure, state) {
    const [from, to] = state.shown;
    const long = to - from;
    const places = long < 1e-4 ? 9 : 6; // of seconds: microseconds, and nanoseconds where those would be all alike
    const length = long < 1 ? `${(long * 1e3).toFixed(places - 3)} ms` : `${long.toFixed(6)} s`;
    figure.querySelector("output").textContent =
      `${from.toFixed(places)} s to ${to.toFixed(places)} s: ${length}`;
  }

  async function show(figure, state, [from, to]) {
    const [first, last] = state.all;
    const long = Math.min(Math.max(to - from, 1e-8), last - first); // times are whole nanoseconds
    const start = Math.min(Math.max((from + to - long) / 2, first), last - long);
    state.shown = [start, start + long];
    await draw(figure, state);
  }

  const moves = {
    in: ([a, b]) => [a + (b - a) / 4, b - (b - a) / 4],
    out: ([a, b]) => [a - (b - a) / 2, b + (b - a) / 2],
    left: ([a, b]) => [a - (b - a) / 2, b - (b - a) / 2],
    right: ([a, b]) => [a + (b - a) / 2, b + (b - a) / 2],
  };

  function zoomable(figure, state) {
    const rows = [...state.spec.datasets.busy, ...state.spec.datasets.lanes];
    const busy = state.spec.datasets.busy;
    const bound = (list) => [
      list.reduce((low, row) => Math.min(low, row.start_ns), Infinity) / 1e9,
      list.reduce((high, row) => Math.max(high, row.end_ns), -Infinity) / 1e9,
    ];
    state.all = bound(rows);
    state.gpu = busy.length ? bound(busy) : state.all;
    state.shown = state.gpu;
    for (const button of figure.querySelectorAll("button[data-zoom]")) {
      button.addEventListener("click", () => {
        const way = button.dataset.zoom;
        show(figure, state, way === "all" ? state.all : way === "gpu" ? state.gpu : moves[way](state.shown));
      });
    }
  }

  const figures = [...document.querySelectorAll("figure[data-chart]:has(script)")].map((figure) => {
    const spec = JSON.parse(figure.querySelector("script").textContent);
    for (const [name, { columns, rows }] of Object.entries(spec.datasets)) {
      spec.datasets[name] = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
    }
    const state = { spec };
    if (spec.vconcat) zoomable(figure, state);
    return [figure, state];
  });

  async function drawAll() {
    for (const [figure, state] of figures) await draw(figure, state);
    document.documentElement.dataset.drawn = "yes";
  }

  let width = window.innerWidth;
  let waiting = 0;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(drawAll, 200);
  });

  drawAll();
})();

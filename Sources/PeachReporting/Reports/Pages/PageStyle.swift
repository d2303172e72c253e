/// The style sheet of pages, for phones first, dark screens and paper.
enum PageStyle {
  static let sheet = colours + layout + tables + paper

  /// Contrast is at least 4.5 : 1 for all text, on both grounds. The best is bold, never coloured.
  private static let colours = """
    :root { color-scheme: light dark; --ink: #1c1d20; --quiet: #55585f; --ground: #ffffff; --panel: #f4f5f7;
      --line: #c9ccd2; --link: #0b57a4; --focus: #b35900; --caution: #a04800; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e9e8e4; --quiet: #b3b6bd; --ground: #15171a; --panel: #202328; --line: #454a52; --link: #8fbdff;
        --focus: #ffb454; --caution: #f0a35c; }
    }

    """

  /// A table too wide to stand next to its figure stands below it.
  private static let layout = """
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
    body { margin: 0 auto; padding: 0.8rem 1rem; max-width: 78rem; color: var(--ink); background: var(--ground);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
      overflow-wrap: anywhere; }
    h1 { font-size: 1.35rem; line-height: 1.2; margin: 0.1rem 0 0.4rem; }
    h2 { font-size: 1.3rem; line-height: 1.3; margin: 2rem 0 0.5rem; padding-top: 0.5rem;
      border-top: 1px solid var(--line); }
    h3 { font-size: 1.08rem; line-height: 1.35; margin: 1.4rem 0 0.4rem; }
    h4 { font-size: 1rem; margin: 1.1rem 0 0.3rem; }
    p, ul, dl, pre, details { margin: 0.5rem 0; }
    p, li, dd { max-width: 46rem; }
    .kind { color: var(--quiet); margin: 0; font-size: 0.9rem; max-width: none; }
    .lead { font-size: 1.02rem; margin: 0.2rem 0 0.4rem; max-width: 64rem; }
    table:has(tr.best) tbody th { font-weight: 400; }
    tr.best > :is(th, td), tbody tr.best th:first-child { background: var(--panel); }
    tr.best th:first-child, tr.best td.number:first-of-type { font-weight: 700; }
    strong.caution, tr.caution th, tr.caution td { color: var(--caution); }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
    main:focus { outline: none; }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: 0.5rem; background: var(--ground); padding: 0.4rem 0.8rem; z-index: 2; }
    nav ol { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; list-style: none; margin: 0.8rem 0 0; padding: 0; }
    nav a { display: inline-block; padding: 0.25rem 0; }
    ul { padding-left: 1.2rem; }
    dl > div { padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
    dt { color: var(--quiet); font-size: 0.92rem; }
    dd { margin: 0; }
    pre { background: var(--panel); padding: 0.7rem 0.9rem; overflow-x: auto; border-radius: 4px; }
    code { font: 0.88rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
    figure { margin: 0.4rem 0; display: flex; flex-direction: column; }
    figcaption { order: 1; margin: 0.2rem 0 0; font-size: 0.86rem; line-height: 1.42; max-width: 76rem; }
    figcaption, .note { color: var(--quiet); }
    figcaption strong { color: var(--ink); }
    figure > details, figure > p, figure > .table { order: 2; }
    figure > details { margin: 0; font-size: 0.86rem; }
    .drawing { max-width: 34rem; }
    .panel { font-weight: 600; margin: 0; }
    .note { font-size: 0.86rem; max-width: 76rem; }
    .row { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 1.6rem; align-items: start; }
    summary { cursor: pointer; padding: 0.25rem 0; color: var(--link); }
    footer { margin-top: 2rem; color: var(--quiet); font-size: 0.92rem; border-top: 1px solid var(--line); }
    @media (min-width: 40rem) {
      body { padding: 1rem 2rem; }
      h1 { font-size: 1.7rem; }
      .lead { font-size: 1.1rem; }
      dl > div { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 1rem; }
      dt { font-size: 1rem; }
    }
    @media (min-width: 60rem) {
      .row { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .row > div:only-child { grid-column: 1 / -1; }
      .row:has(> div > figure) { display: flex; flex-wrap: wrap; }
      .row > div:has(> figure) { flex: 1 1 24rem; max-width: 30rem; }
      .row > div:has(> figure) ~ div:not(:has(> figure)) { flex: 1 1 min-content; min-width: 0; max-width: 100%; }
      .drawings.row .drawing { max-width: 26rem; }
      .drawings.row:has(> :nth-child(3):last-child) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
    }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }

    """

  /// Headings of columns break. Numbers do not, but an error or interval may stand below its number. On a phone words break
  /// anywhere, so that the main table of a page is as wide as the screen.
  private static let tables = """
    .table { overflow-x: auto; margin: 0.3rem 0; }
    .table + .table { margin-top: 1rem; }
    table { border-collapse: collapse; font-size: 0.9rem; line-height: 1.35; font-variant-numeric: tabular-nums;
      min-width: 100%; }
    caption { text-align: left; font-weight: 600; padding-bottom: 0.25rem; position: sticky; left: 0;
      max-width: min(46rem, calc(100vw - 2rem)); }
    th, td { padding: 0.2rem 0.55rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line);
      overflow-wrap: normal; }
    thead th { background: var(--panel); vertical-align: bottom; line-height: 1.2; }
    tbody th { font-weight: 600; overflow-wrap: break-word; min-width: 3rem; }
    tbody th:first-child { position: sticky; left: 0; background: var(--ground); }
    td:not(.number) { min-width: 6rem; }
    .number { text-align: right; white-space: nowrap; }
    thead .number, .pair { white-space: normal; }
    @media (min-width: 40rem) { .interval { white-space: nowrap; } }
    details table { font-size: 0.85rem; }
    details.data :is(th, td:not(.number)) { min-width: 0; overflow-wrap: anywhere; }
    @media (max-width: 40rem) {
      table { font-size: 0.84rem; }
      th, td { padding: 0.2rem 0.3rem; }
      tbody th { max-width: 38vw; }
      tbody th ~ th { max-width: 24vw; }
      tbody th:first-child { min-width: 5.3rem; }
      tbody th, td:not(.number) { overflow-wrap: anywhere; }
      td:not(.number) { min-width: 5.4rem; }
      td:nth-child(3):not(.number) { min-width: 4rem; }
      td:last-child:not(.number) { min-width: 6rem; }
    }

    """

  /// Folded parts are printed too, except the data of figures.
  private static let paper = """
    @media print {
      :root { color-scheme: light; --ink: #000000; --quiet: #333333; --ground: #ffffff; --panel: #f0f0f0;
        --line: #999999; --link: #000000; --caution: #7a3700; }
      @page { margin: 18mm 16mm; }
      html { font-size: 10pt; }
      body { max-width: none; padding: 0; }
      nav, .skip, footer { display: none; }
      h1, h2, h3, h4, caption, summary, p:has(+ pre), p:has(+ ul) { break-after: avoid; }
      figure, tr, dl > div, pre, .drawing { break-inside: avoid; }
      tbody tr:first-child { break-before: avoid; }
      .table, pre { overflow: visible; }
      .drawing { max-width: 12cm; }
      .row { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .row:has(> div > figure) { display: block; }
      .drawing svg { max-height: 22cm; }
      caption { position: static; max-width: none; }
      pre { white-space: pre-wrap; padding: 0; }
      code { font-size: 7pt; line-height: 1.25; }
      table { font-size: 7.6pt; }
      th, td { padding: 1.5pt 4pt; }
      thead { display: table-header-group; }
      tbody th, tbody th:first-child, td:not(.number) { position: static; min-width: 0; white-space: normal; }
      details.data { display: none; }
      summary { color: var(--ink); font-weight: 600; list-style: none; }
      details::details-content { content-visibility: visible; block-size: auto; }
      details::details-content { break-before: avoid; }
    }
    """
}

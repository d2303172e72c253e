/// The templates of a page. Their tags have three braces, because only `PageHTML` is put into them.
enum PageTemplates {
  /// The start of the data for programs.
  static let dataStart = "<script type=\"application/json\" id=\"peach-report\">"

  static let page = PageTemplate(
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="{{{program}}}">
    <meta http-equiv="Content-Security-Policy" content="{{{policy}}}">
    <title>{{{title}}} – {{{kind}}}</title>
    <style>
    {{{style}}}
    </style>
    </head>
    <body>
    <a class="skip" href="#main">To the report</a>
    <header>
    <p class="kind">{{{scope}}}</p>
    <h1>{{{title}}}</h1>
    {{#lead}}
    <p class="lead">{{#spans}}{{#isBest}}<strong class="best">{{{text}}}</strong>{{/isBest}}\
    {{#isWarning}}<strong class="caution">{{{text}}}</strong>{{/isWarning}}{{#isPlain}}{{{text}}}{{/isPlain}}{{/spans}}</p>
    {{/lead}}
    </header>
    <main id="main" tabindex="-1">
    {{#hasResult}}
    <section id="result" aria-label="Result">
    {{{result}}}
    </section>
    {{/hasResult}}
    <nav aria-label="Sections">
    <ol>
    {{#sections}}
    <li><a href="#{{{id}}}">{{{heading}}}</a></li>
    {{/sections}}
    </ol>
    </nav>
    {{#sections}}
    <section id="{{{id}}}" aria-labelledby="{{{id}}}-heading">
    <h2 id="{{{id}}}-heading">{{{heading}}}</h2>
    {{{content}}}
    </section>
    {{/sections}}
    </main>
    <footer>
    <p>{{{program}}}. This page is one file: it loads nothing and runs no script.</p>
    </footer>
    \(dataStart)
    {{{data}}}
    </script>
    </body>
    </html>

    """)

  static let runs = PageTemplate(
    """
    {{#runs}}{{#isIdentifier}}<a href="https://doi.org/{{{text}}}">doi:{{{text}}}</a>{{/isIdentifier}}\
    {{^isIdentifier}}{{{text}}}{{/isIdentifier}}{{/runs}}
    """)

  static let paragraph = PageTemplate("<p>{{{text}}}</p>\n")

  static let note = PageTemplate("<p class=\"note\">{{{text}}}</p>\n")

  static let facts = PageTemplate(
    """
    <dl>
    {{#facts}}
    <div><dt>{{{key}}}</dt><dd>{{{text}}}</dd></div>
    {{/facts}}
    </dl>

    """)

  static let list = PageTemplate(
    """
    <ul>
    {{#items}}
    <li>{{{text}}}</li>
    {{/items}}
    </ul>

    """)

  static let commands = PageTemplate(
    """
    <pre tabindex="0" aria-label="Commands"><code>{{#lines}}{{{text}}}
    {{/lines}}</code></pre>

    """)

  static let part = PageTemplate("<{{{tag}}}>{{{heading}}}</{{{tag}}}>\n{{{content}}}")

  static let folded = PageTemplate(
    """
    <details>
    <summary>{{{summary}}}</summary>
    {{{content}}}
    </details>

    """)

  /// The data of a figure, which are not printed.
  static let data = PageTemplate(
    """
    <details class="data">
    <summary>In words, and its data</summary>
    {{{content}}}
    </details>

    """)

  /// Blocks next to each other.
  static let row = PageTemplate(
    """
    <div class="row">
    {{#items}}
    <div>
    {{{item}}}
    </div>
    {{/items}}
    </div>

    """)

  static let table = PageTemplate(
    """
    <div class="table" role="group" aria-labelledby="{{{id}}}" tabindex="0">
    <table>
    <caption id="{{{id}}}">{{{label}}}{{{caption}}}</caption>
    <thead><tr>{{#columns}}<th scope="col"{{#isNumber}} class="number"{{/isNumber}}>{{{heading}}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr{{#isBest}} class="best"{{/isBest}}{{#isCaution}} class="caution"{{/isCaution}}>\
    {{#cells}}{{#isSubject}}<th scope="row">{{{text}}}</th>{{/isSubject}}{{^isSubject}}<td{{#isNumber}} class="number"{{/isNumber}}{{#isPair}} class="number pair"{{/isPair}}{{#isInterval}} class="interval"{{/isInterval}}>{{{text}}}</td>{{/isSubject}}{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    {{#hasNote}}
    <p class="note">{{{note}}}</p>
    {{/hasNote}}

    """)

  /// The caption stands first, because a reader of the page's text needs it first; the style puts it below the drawing.
  static let figure = PageTemplate(
    """
    <figure id="{{{id}}}">
    <figcaption><strong>{{{label}}}{{{title}}}.</strong>{{#hasCaption}} {{{caption}}}{{/hasCaption}}</figcaption>
    {{#hasDrawing}}
    <div class="drawings{{#isRow}} row{{/isRow}}">
    {{#drawings}}
    <div class="drawing">
    {{#hasHeading}}
    <p class="panel">{{{heading}}}</p>
    {{/hasHeading}}
    {{{drawing}}}
    </div>
    {{/drawings}}
    </div>
    {{/hasDrawing}}
    {{{text}}}
    </figure>

    """)
}

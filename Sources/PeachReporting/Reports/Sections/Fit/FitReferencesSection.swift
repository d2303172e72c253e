/// The publications that the page names.
enum FitReferencesSection {
  static func section(_ page: FitPage, citedIn sections: [PageSection]) -> PageSection? {
    MethodsTextSection.references(page.methods, citedIn: sections)
  }
}

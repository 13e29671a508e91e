/**
 * What separates the cells of a CSV file for a spreadsheet in one of these languages (BCP 47): a semicolon
 * where one of them has the comma as its decimal point.
 */
export function listSeparator(...languages: readonly string[]): ',' | ';' {
  const hasDecimalComma = languages.some((language) =>
    new Intl.NumberFormat(language)
      .formatToParts(0.5)
      .some(({ type, value }) => type === 'decimal' && value === ','),
  );
  return hasDecimalComma ? ';' : ',';
}

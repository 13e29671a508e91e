/** Reasons why a spreadsheet cannot be read or written. */
export const spreadsheetFaults = [
  'notReadable',
  'openDocument',
  'protected',
  'noSheet',
  'tooLarge',
] as const;

/** Reason why a spreadsheet cannot be read or written. */
export type SpreadsheetFault = (typeof spreadsheetFaults)[number];

/** Reading or writing a spreadsheet failed; the caller words the message. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  readonly fault: SpreadsheetFault;

  constructor(fault: SpreadsheetFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

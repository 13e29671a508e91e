declare const brand: unique symbol;

/** Identifies a label within its tenant (docs/interface.md, section 2.4). */
export type LabelId = string & { readonly [brand]: 'LabelId' };

/** Whether `text` can be a label's id. */
export function isLabelId(text: string): text is LabelId {
  return text !== '';
}

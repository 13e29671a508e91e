/**
 * A label as the service keeps it: the documented fields (docs/interface.md, section 2.4), times as
 * ISO 8601 text, and in some records further fields that this type does not list.
 */
export interface LabelRecord {
  readonly id: string;
  readonly labelCode: string;
  readonly labelName?: string | null;
  readonly labelStatus: number;
  readonly createTime: string;
  readonly updateTime: string;
  readonly modifiedBy?: string;
}

/** What an update may change (docs/interface.md, section 4.6). */
export interface LabelChanges {
  readonly labelCode?: string | undefined;
  readonly labelName?: string | undefined;
  readonly labelStatus?: number | undefined;
}

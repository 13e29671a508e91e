/**
 * A label as the service keeps it: the fields of section 2.4, times as ISO 8601 text, and in some
 * records further fields that no type names.
 */
export interface LabelRecord {
  readonly id: string;
  readonly labelCode: string;
  readonly labelName?: string | null;
  readonly labelStatus: number;
  readonly createTime: string;
  readonly updateTime: string;
}

/** What an update may change; section 4.6. */
export interface LabelChanges {
  readonly labelCode?: string | undefined;
  readonly labelName?: string | undefined;
  readonly labelStatus?: number | undefined;
}

import type { FieldViewer } from '#entities/platform/field/field.ts'

/** The fields of a resource that not every caller of the store sees. */
export interface HiddenFields {
  names: ReadonlyMap<string, FieldViewer>
  /** The column with the ID of the customer. Undefined: the rows belong to the customer of their parent. */
  owner: string | undefined
}

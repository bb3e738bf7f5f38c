import type { FieldTable, FieldWriter } from '#entities/platform/field/field.ts'

/*
 * Marks in the types of rows and inputs. They never have a value. The typed client replaces them by the fields that the
 * plugins of a shop add to the marked table. The names are strings, because declarations of routers cannot name symbols.
 */

/** A row that shows the fields of a table. */
export type ShowsFields<Table extends FieldTable> = [Table] extends [never] ? unknown : { '~shown'?: Table }

/** An input that sets the fields of a table. */
export interface WritesFields<Table extends FieldTable, Writer extends FieldWriter> {
  '~written'?: [Table, Writer]
}

/** An input with relative changes of the numbers of a table, and of columns of the core. */
export interface Adjusts<Table extends FieldTable, Writer extends FieldWriter, Numbers> {
  adjust?: ({ [Name in keyof Numbers]?: number | undefined } & { '~adjusted'?: [Table, Writer] }) | undefined
}

/** An input that filters by the fields of a table. */
export type FiltersFields<Table extends FieldTable> = [Table] extends [never] ? unknown : { '~filtered'?: Table }

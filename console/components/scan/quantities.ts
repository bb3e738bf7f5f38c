import type { Entered } from '#console/components/form/entered.ts'

/** Chosen quantities by the ID of the line. */
export type Quantities = Readonly<Record<string, Entered<number>>>

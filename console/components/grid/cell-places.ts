import type { CellPlace } from './grid-column.ts'

/** A value for the cell of a path. */
export interface Edit {
  path: string
  value: unknown
}

/** A copy with other values. One step for many cells is much faster than one for each. */
export function withValues<Values extends object>(values: Values, edits: readonly Edit[]): Values {
  const copy = structuredClone(values)
  for (const { path, value } of edits) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce<unknown>(memberOf, copy)
    if (typeof parent === 'object' && parent !== null) Reflect.set(parent, last, value)
  }
  return copy
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

export function placeOf(target: EventTarget | null): CellPlace | undefined {
  const place = target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : undefined
  const [row, column] = place?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** Returns false if the grid has not rendered the cell. A key that follows at once belongs to the new cell. */
export function focusCell(frame: HTMLElement | null, { row, column }: CellPlace): boolean {
  const cell = frame?.querySelector(`[data-cell="${row}:${column}"]`)
  const input = cell?.querySelector<HTMLElement>(':is(input, select, button, a)')
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
  return cell !== null && cell !== undefined
}

/** Whether an arrow key moves out of the text, because the cursor is at the end of the text, or the user has selected all of it. */
export function leavesText(target: EventTarget, isForward: boolean): boolean {
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = target
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return isForward ? selectionStart === value.length : selectionEnd === 0
}

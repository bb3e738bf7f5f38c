import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { type Edit, focusCell, leavesText, memberOf, placeOf, withValues } from './cell-places.ts'
import { readCellText, textOfCell } from './cell-text.ts'
import { readClipboardTable, writeClipboardTable } from './clipboard-table.ts'
import { type CellPlace, cellPath, type GridColumn, type GridRow, isOneCell, rangeOf } from './grid-column.ts'
import type { GridForm } from './grid-form.ts'

interface GridCells<Row extends GridRow> {
  frame: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  columns: readonly GridColumn<Row>[]
  form: GridForm
  scrollTo(row: number): void
}

const PAGE = 10

/** The keys, the selection, the clipboard and the undo of a grid. */
export function useGridCells<Row extends GridRow>({ frame, rows, columns, form, scrollTo }: GridCells<Row>) {
  const [active, setActive] = useState<CellPlace>()
  const [anchor, setAnchor] = useState<CellPlace>()
  const undone = useRef<Edit[][]>([])
  const entered = useRef<Edit>(undefined)
  const isExtending = useRef(false)
  const range = active && rangeOf(anchor ?? active, active)

  const at = (path: string): unknown => path.split('.').reduce<unknown>(memberOf, form.getValues())
  const kindAt = ({ row, column }: CellPlace) => {
    const [one, of] = [rows[row], columns[column]]
    const kind = one && of?.kindOf?.(one)
    return one && of && kind && { kind, path: cellPath(one.id, of.key) }
  }
  const write = (edits: readonly Edit[]) => {
    const changed = edits.filter(({ path, value }) => value !== undefined && at(path) !== value)
    if (changed.length === 0) return
    undone.current.push(changed.map(({ path }) => ({ path, value: at(path) ?? null })))
    form.setValues(withValues(form.getValues(), changed))
    entered.current = undefined
  }
  const go = (place: CellPlace, isExtended: boolean) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, place.row)),
      column: Math.max(0, Math.min(columns.length - 1, place.column)),
    }
    isExtending.current = isExtended
    if (isExtended) setAnchor((from) => from ?? active)
    if (focusCell(frame.current, next)) return
    scrollTo(next.row)
    requestAnimationFrame(() => focusCell(frame.current, next))
  }
  const undo = () => {
    const cell = entered.current
    if (cell && at(cell.path) !== cell.value) return form.setFieldValue(cell.path, cell.value)
    form.setValues(withValues(form.getValues(), undone.current.pop() ?? []))
  }
  const placesIn = () => {
    if (!range) return []
    const places: CellPlace[] = []
    for (let row = range.from.row; row <= range.to.row; row++)
      for (let column = range.from.column; column <= range.to.column; column++) places.push({ row, column })
    return places
  }
  const clear = () =>
    write(
      placesIn().flatMap((place) => {
        const cell = kindAt(place)
        return cell && cell.kind.type !== 'choice' ? [{ path: cell.path, value: readCellText(cell.kind, '') }] : []
      }),
    )
  const fillDown = () => {
    if (!range) return
    write(
      placesIn().flatMap((place) => {
        const [from, to] = [kindAt({ ...place, row: range.from.row }), kindAt(place)]
        return from && to ? [{ path: to.path, value: at(from.path) ?? null }] : []
      }),
    )
  }
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    if (!place || event.altKey || event.nativeEvent.isComposing) return
    const isCommand = event.ctrlKey || event.metaKey
    const isSeveral = range !== undefined && !isOneCell(range)
    const end = (handled: () => void) => {
      event.preventDefault()
      event.stopPropagation()
      handled()
    }
    const { row, column } = place
    const { shiftKey } = event
    const isText = event.target instanceof HTMLInputElement
    switch (event.key) {
      case 'ArrowDown':
        return end(() => go({ row: isCommand ? rows.length : row + 1, column }, shiftKey))
      case 'ArrowUp':
        return end(() => go({ row: isCommand ? 0 : row - 1, column }, shiftKey))
      case 'PageDown':
        return end(() => go({ row: row + PAGE, column }, shiftKey))
      case 'PageUp':
        return end(() => go({ row: row - PAGE, column }, shiftKey))
      case 'Enter':
        return isText || event.target instanceof HTMLSelectElement
          ? end(() => go({ row: row + (shiftKey ? -1 : 1), column }, false))
          : undefined
      case 'ArrowRight':
      case 'ArrowLeft': {
        const isForward = event.key === 'ArrowRight'
        if (!isSeveral && !leavesText(event.target, isForward)) return
        const isMirrored = frame.current && getComputedStyle(frame.current).direction === 'rtl'
        return end(() => go({ row, column: column + (isForward === !isMirrored ? 1 : -1) }, shiftKey))
      }
      case 'Escape':
        return isSeveral ? end(() => setAnchor(undefined)) : undefined
      case 'Delete':
      case 'Backspace':
        return isSeveral ? end(clear) : undefined
      case 'd':
        return isCommand && isSeveral ? end(fillDown) : undefined
      case 'z':
        return isCommand && !shiftKey ? end(undo) : undefined
    }
  }
  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    if (!range || isOneCell(range)) return
    const lines: string[][] = []
    for (const place of placesIn()) {
      if (place.column === range.from.column) lines.push([])
      const cell = kindAt(place)
      lines.at(-1)?.push(cell ? textOfCell(cell.kind, at(cell.path)) : '')
    }
    event.clipboardData.setData('text/plain', writeClipboardTable(lines))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!range || (isOneCell(range) && !/[\t\n\r]/.test(text.trimEnd()))) return
    event.preventDefault()
    const table = readClipboardTable(text)
    const [only = ''] = table[0] ?? []
    const isOneValue = table.length === 1 && table[0]?.length === 1
    const { row, column } = range.from
    write(
      isOneValue
        ? placesIn().flatMap((place) => editOf(kindAt(place), only))
        : table.flatMap((line, down) =>
            line.flatMap((value, across) => editOf(kindAt({ row: row + down, column: column + across }), value)),
          ),
    )
  }
  return {
    selectionIn: (row: number) =>
      range && !isOneCell(range) && row >= range.from.row && row <= range.to.row
        ? ([range.from.column, range.to.column] as const)
        : undefined,
    handlers: {
      onKeyDownCapture,
      onCopy,
      onPaste,
      onFocus({ target }: FocusEvent<HTMLElement>) {
        const place = placeOf(target)
        if (!place) return
        setActive(place)
        if (!isExtending.current) setAnchor(undefined)
        isExtending.current = false
        const cell = kindAt(place)
        entered.current = cell && { path: cell.path, value: at(cell.path) ?? null }
      },
      onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
        const cell = entered.current
        if (cell && at(cell.path) !== cell.value) undone.current.push([cell])
        entered.current = undefined
        if (!frame.current?.contains(relatedTarget)) setAnchor(undefined)
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const place = placeOf(event.target)
        if (!place) return
        if (!event.shiftKey) return
        event.preventDefault()
        go(place, true)
      },
    },
  }
}

function editOf(cell: { kind: Parameters<typeof readCellText>[0]; path: string } | undefined, text: string): Edit[] {
  return cell ? [{ path: cell.path, value: readCellText(cell.kind, text) }] : []
}

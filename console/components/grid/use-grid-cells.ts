import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { lists } from '#console/strings/lists.ts'
import { notifyError } from '../notify.ts'
import { type Edit, focusCell, leavesText, memberOf, placeOf, withValues } from './cell-places.ts'
import { readCellText, textOfCell } from './cell-text.ts'
import { readClipboardTable, tableForRange, writeClipboardTable } from './clipboard-table.ts'
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
  const words = lists.useWords()
  const [active, setActive] = useState<CellPlace>()
  const [anchor, setAnchor] = useState<CellPlace>()
  const undone = useRef<Edit[][]>([])
  const redone = useRef<Edit[][]>([])
  const dragged = useRef<CellPlace>(undefined)
  const entered = useRef<Edit>(undefined)
  const isExtending = useRef(false)
  const range = active && rangeOf(anchor ?? active, active)

  const at = (path: string): unknown => path.split('.').reduce<unknown>(memberOf, form.getValues())
  const kindAt = ({ row, column }: CellPlace) => {
    const [one, of] = [rows[row], columns[column]]
    const kind = one && of?.kindOf?.(one)
    return one && of && kind && { kind, path: cellPath(one.id, of.key) }
  }
  const valuesNow = (edits: readonly Edit[]): Edit[] => edits.map(({ path }) => ({ path, value: at(path) ?? null }))
  const write = (edits: readonly Edit[]) => {
    const changed = edits.filter(({ path, value }) => value !== undefined && at(path) !== value)
    if (changed.length === 0) return
    undone.current.push(valuesNow(changed))
    redone.current = []
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
    const edits = cell && at(cell.path) !== cell.value ? [cell] : undone.current.pop()
    if (!edits) return
    redone.current.push(valuesNow(edits))
    form.setValues(withValues(form.getValues(), edits))
  }
  const redo = () => {
    const edits = redone.current.pop()
    if (!edits) return
    undone.current.push(valuesNow(edits))
    form.setValues(withValues(form.getValues(), edits))
    entered.current = undefined
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
    // Caps Lock makes letters upper case.
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
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
      case 'Home':
        return isCommand ? end(() => go({ row: 0, column: 0 }, shiftKey)) : undefined
      case 'End':
        return isCommand ? end(() => go({ row: rows.length, column: columns.length }, shiftKey)) : undefined
      case 'Escape': {
        if (isSeveral) return end(() => setAnchor(undefined))
        const cell = entered.current
        return cell && at(cell.path) !== cell.value ? end(() => form.setFieldValue(cell.path, cell.value)) : undefined
      }
      case 'Delete':
      case 'Backspace':
        return isSeveral ? end(clear) : undefined
      case 'd':
        return isCommand && isSeveral ? end(fillDown) : undefined
      case 'z':
        return isCommand ? end(shiftKey ? redo : undo) : undefined
      case 'y':
        return isCommand ? end(redo) : undefined
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
    const { row, column } = range.from
    const edits = tableForRange(readClipboardTable(text), range).flatMap((line, down) =>
      line.map((cell, across) => ({ cell, edit: editOf(kindAt({ row: row + down, column: column + across }), cell) })),
    )
    write(edits.flatMap(({ edit }) => edit ?? []))
    const lost = edits.filter(({ cell, edit }) => cell.trim() !== '' && edit?.value === undefined)
    if (lost.length > 0) notifyError(words.pasteLost(lost.length, lost[0]?.cell.trim() ?? ''))
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
        if (cell && at(cell.path) !== cell.value) {
          undone.current.push([cell])
          redone.current = []
        }
        entered.current = undefined
        if (!frame.current?.contains(relatedTarget)) setAnchor(undefined)
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const place = placeOf(event.target)
        dragged.current = event.pointerType === 'mouse' && event.button === 0 ? place : undefined
        if (!place || !event.shiftKey) return
        event.preventDefault()
        go(place, true)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const place = event.buttons === 1 && dragged.current ? placeOf(event.target) : undefined
        if (!place || (place.row === dragged.current?.row && place.column === dragged.current.column)) return
        dragged.current = place
        event.preventDefault()
        go(place, true)
      },
    },
  }
}

function editOf(cell: { kind: Parameters<typeof readCellText>[0]; path: string } | undefined, text: string) {
  return cell && { path: cell.path, value: readCellText(cell.kind, text) }
}

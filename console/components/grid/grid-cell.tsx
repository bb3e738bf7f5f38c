import { NativeSelect, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { MoneyInput, WholeNumberInput } from '../form/number-input.tsx'
import type { CellKind } from './grid-column.ts'

interface GridCellProps {
  kind: CellKind
  name: string
  placeholder: string | undefined
  input: GetInputPropsReturnType
}

/** The input of a cell. Its border appears only when the user points at it or types in it. */
export function GridCell({ kind, name, placeholder, input }: GridCellProps) {
  const shown = { 'aria-label': name, size: 'xs' as const, ...input, ...(placeholder ? { placeholder } : {}) }
  switch (kind.type) {
    case 'text':
      return <TextInput {...shown} value={input.value ?? ''} />
    case 'amount':
      return <MoneyInput {...shown} currency={kind.currency} rightSection={null} />
    case 'whole':
      return <WholeNumberInput {...shown} {...(kind.min === undefined ? {} : { min: kind.min })} />
    case 'choice':
      return <NativeSelect {...shown} data={[...kind.options]} />
  }
}

import { Text } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'

/** The keys of the columns that the list shows. */
export const ShownColumns = createContext<readonly string[]>([])

/** The value of a column below that of another one, on a phone that does not show the column. */
export function PhoneNote({ of, children }: { of: string; children: ReactNode }) {
  if (use(ShownColumns).includes(of)) return null
  return (
    <Text hiddenFrom="sm" size="xs" c="dimmed" component="div">
      {children}
    </Text>
  )
}

import type { Column } from '#console/components/list/column.ts'
import type { en } from '#console/strings/customers.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { customerName } from './customer-name.ts'

type NamedCustomer = Parameters<typeof customerName>[0] & { id: string; email: string }

/** The first columns of each list of customers. */
export const nameAndEmailColumns = (words: Translation<typeof en>): Column<NamedCustomer>[] => [
  {
    key: 'name',
    title: words.name,
    isLink: true,
    cell: customerName,
  },
  { key: 'email', title: words.email, sort: 'email', cell: ({ email }) => email, isWideOnly: true },
]

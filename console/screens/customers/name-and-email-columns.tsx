import type { Column } from '#console/components/list/column.ts'
import { RowLink } from '#console/components/page-link.tsx'
import type { en } from '#console/strings/customers.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { customerName } from './customer-name.ts'

type NamedCustomer = Parameters<typeof customerName>[0] & { id: string; email: string }

/** The first columns of each list of customers. */
export const nameAndEmailColumns = (words: Translation<typeof en>): Column<NamedCustomer>[] => [
  {
    key: 'name',
    title: words.name,
    cell: (customer) => (
      <RowLink to="/customers/$id" params={{ id: customer.id }}>
        {customerName(customer)}
      </RowLink>
    ),
  },
  { key: 'email', title: words.email, sort: 'email', cell: ({ email }) => email, isWideOnly: true },
]

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import { nameOfBuyer } from '../orders/name-of-buyer.ts'

interface Guest {
  id: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}

const MAX_GUESTS = 200

/** Returns the rows with names. A guest without a name has the name of the address of the latest order. */
export function useNamesOfGuests<Row extends Guest>(rows: readonly Row[]): Row[] {
  const nameless = rows.filter(({ first_name, last_name }) => !first_name && !last_name).slice(-MAX_GUESTS)
  const { data } = useQuery(
    trpc.admin.orders.list.queryOptions(
      {
        customer_id: nameless.map(({ id }) => id),
        fields: 'id,customer_id,email',
        expand: 'shipping_address',
        order: 'created_at',
        limit: 1000,
      },
      { enabled: nameless.length > 0, placeholderData: (before) => before },
    ),
  )
  return useMemo(() => {
    const named = data?.orders.filter((order) => nameOfBuyer(order) !== order.email) ?? []
    const names = new Map(named.map((order) => [order.customer_id, nameOfBuyer(order)]))
    return rows.map((row) => {
      const name = row.first_name || row.last_name ? undefined : names.get(row.id)
      return name ? { ...row, first_name: name } : row
    })
  }, [rows, data])
}

import { useQuery } from '@tanstack/react-query'
import type { RouterInputs } from '#client/index.ts'
import { trpc } from './api.ts'

type Admin = RouterInputs['admin']

/** Such as `orders.refund`. */
export type ProcedureName = {
  [Router in keyof Admin & string]: `${Router}.${keyof Admin[Router] & string}`
}[keyof Admin & string]

/** The name of a procedure, or the key of `mutationOptions()`. */
export type Right = ProcedureName | readonly (readonly string[])[]

export const permissionsQuery = () => trpc.admin.auth.permissions.queryOptions()

type May = (right: Right) => boolean

/** Returns whether the role of the user allows a procedure. The shop checks again, so an unknown answer is yes. */
export function useMay(): May {
  const { data } = useQuery(permissionsQuery())
  return (right) => {
    const name = typeof right === 'string' ? right : (right[0] ?? []).slice(1).join('.')
    return data?.procedures.includes(name) ?? true
  }
}

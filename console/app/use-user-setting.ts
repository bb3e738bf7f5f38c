import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { trpc } from './api.ts'

interface UserSetting {
  /** Undefined if the user has not changed it. Other programs may write it, so check its type. */
  value: unknown
  /** `undefined` removes the setting. The page shows the new value at once. */
  save(value: unknown): void
}

/** A setting of the console that belongs to the user. It is a part of the metadata of the user, so it is on every device. */
export function useUserSetting(name: string): UserSetting {
  const key = `console_${name}`
  const client = useQueryClient()
  const queryKey = trpc.admin.auth.current.queryKey()
  const { data } = useQuery(trpc.admin.auth.current.queryOptions())
  const update = useMutation(
    trpc.admin.users.update.mutationOptions({
      // Two changes of one setting arrive in their order.
      scope: { id: key },
      onError: () => client.invalidateQueries({ queryKey }),
    }),
  )
  return {
    value: data?.user.metadata?.[key],
    save(value) {
      if (!data) return
      const { [key]: _, ...others } = data.user.metadata ?? {}
      const metadata = value === undefined ? others : { ...others, [key]: value }
      client.setQueryData(queryKey, { user: { ...data.user, metadata } })
      update.mutate({ id: data.user.id, metadata: { [key]: value ?? '' } })
    },
  }
}

import { queryClient } from './api.ts'
import { permissionsQuery } from './permissions.ts'

/** The time zone of the shop, in which its days begin and its schedules are shown. */
export const shopTimeZone = (): string =>
  queryClient.getQueryData(permissionsQuery().queryKey)?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

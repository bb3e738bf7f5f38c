import { queryClient } from './api.ts'
import { permissionsQuery } from './permissions.ts'

/** The month in which the fiscal years of the shop begin, 1 for January. */
export const fiscalYearStartMonth = (): number =>
  queryClient.getQueryData(permissionsQuery().queryKey)?.fiscal_year_start_month ?? 1

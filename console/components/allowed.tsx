import type { ReactNode } from 'react'
import { type ProcedureName, useMay } from '#console/app/permissions.ts'

/** Shows its content only if the role of the user allows the procedure. */
export function Allowed({ needs, children }: { needs: ProcedureName; children: ReactNode }): ReactNode {
  return useMay()(needs) ? children : null
}

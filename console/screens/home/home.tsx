import { type ProcedureName, useMay } from '#console/app/permissions.ts'
import { Page } from '#console/components/page.tsx'
import { Columns } from '#console/components/section.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { AreasOfRole } from './areas-of-role.tsx'
import { Attention } from './attention.tsx'
import { FailedWork } from './failed-work.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { LowStock } from './low-stock.tsx'
import { RunningOut } from './running-out.tsx'
import { SalesSection } from './sales-section.tsx'
import { SetupGuide } from './setup-guide.tsx'

const SECTIONS: ProcedureName[] = [
  'setup.get',
  'orders.list',
  ...(['sales', 'attention', 'runningOut', 'lowStock', 'failures'] as const).map(
    (name) => `statistics.${name}` as const,
  ),
]

export function Home() {
  const names = navigation.useWords()
  const may = useMay()
  if (!SECTIONS.some(may)) return <AreasOfRole />
  return (
    <Page title={names.home} width="detail">
      <Columns
        main={
          <>
            <SetupGuide />
            <SalesSection />
            <LatestOrders />
          </>
        }
        side={
          <>
            <Attention />
            <RunningOut />
            <LowStock />
            <FailedWork />
          </>
        }
      />
    </Page>
  )
}

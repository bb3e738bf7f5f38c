import { AreaTabs } from '#console/components/area-tabs.tsx'
import { activity } from '#console/strings/activity.ts'
import { navigation } from '#console/strings/navigation.ts'

export function ActivityTabs() {
  const words = activity.useWords()
  const names = navigation.useWords()
  return (
    <AreaTabs
      label={names.activity}
      tabs={[
        { to: '/activity', text: words.audit },
        { to: '/activity/events', text: words.events },
        { to: '/activity/jobs', text: words.jobs },
        { to: '/activity/batch-jobs', text: words.batchJobs },
        { to: '/activity/notifications', text: words.notifications },
      ]}
    />
  )
}

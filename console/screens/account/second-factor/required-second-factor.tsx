import { Page } from '#console/components/page.tsx'
import { account } from '#console/strings/account.ts'
import { SecondFactorSection } from './second-factor-section.tsx'

/** Replaces every page until the user has the second factor that the store requires. */
export default function RequiredSecondFactor() {
  const words = account.useWords()
  return (
    <Page title={words.requiredTitle} subtitle={words.requiredText} width="form">
      <SecondFactorSection />
    </Page>
  )
}

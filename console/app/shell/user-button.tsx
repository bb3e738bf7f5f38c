import { Suspense, useState } from 'react'
import { lazyAfterInput } from '../lazy-after-page.ts'
import { UserAvatar } from './user-avatar.tsx'

const UserMenu = lazyAfterInput(async () => (await import('./user-menu.tsx')).UserMenu)

/** The button of the own account. Its menu is loaded with the first input. */
export function UserButton({ onHelp }: { onHelp(): void }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Suspense fallback={<UserAvatar onClick={() => setWanted(true)} />}>
      <UserMenu onHelp={onHelp} isWanted={isWanted} />
    </Suspense>
  )
}

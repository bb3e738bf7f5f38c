import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { PopupButton } from '#console/components/popup/popup-button.tsx'
import { LoadingLines } from '#console/components/states.tsx'
import { shell } from '#console/strings/shell.ts'
import { UserAvatar, useUserName } from './user-avatar.tsx'

const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu)

/** The button of the own account. */
export function UserButton({ onHelp }: { onHelp(): void }) {
  const words = shell.useWords()
  return (
    <PopupButton
      position="bottom-end"
      width={280}
      label={words.account(useUserName())}
      button={(parts) => <UserAvatar {...parts} />}
    >
      <Suspense fallback={<LoadingLines />}>
        <UserMenu onHelp={onHelp} />
      </Suspense>
    </PopupButton>
  )
}

import { createContext, Fragment, type ReactNode, use, useMemo, useState } from 'react'

export interface DialogHost {
  show(id: string, dialog: ReactNode): void
  close(id: string): void
}

const HostContext = createContext<DialogHost | undefined>(undefined)

/** The dialogs of a page. A dialog stays open with its typed text when a live change removes its button. */
export function DialogHostProvider({ children }: { children: ReactNode }) {
  const [dialogs, setDialogs] = useState<ReadonlyMap<string, ReactNode>>(new Map())
  const host = useMemo<DialogHost>(
    () => ({
      show: (id, dialog) => setDialogs((before) => new Map(before).set(id, dialog)),
      close: (id) => setDialogs((before) => new Map([...before].filter(([one]) => one !== id))),
    }),
    [],
  )
  return (
    <HostContext value={host}>
      {children}
      {[...dialogs].map(([id, dialog]) => (
        <Fragment key={id}>{dialog}</Fragment>
      ))}
    </HostContext>
  )
}

/** Undefined outside of a page. */
export const useDialogHost = (): DialogHost | undefined => use(HostContext)

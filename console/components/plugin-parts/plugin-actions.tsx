import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLanguage } from '#console/app/language.ts'
import { plugins } from '#console/strings/plugins.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { DialogButton } from '../action/dialog-button.tsx'
import { useAction } from '../action/use-action.ts'
import { notifyDone } from '../notify.ts'
import { pluginsQuery } from '../plugin-fields/plugin-field.ts'
import { countFinishedAction } from './finished-actions.ts'
import type { ConsolePlace, PluginAction } from './place.ts'
import { procedureNamed } from './procedure-named.ts'

/** The buttons of plugins for a row. */
export function PluginActions({ place, id }: { place: ConsolePlace; id: string }) {
  const { data } = useQuery(pluginsQuery())
  const language = useLanguage()
  const actions = data?.plugins.flatMap((plugin) => plugin.actions).filter((action) => action.place === place) ?? []
  return actions.map((action) => {
    const { procedure, label } = action
    const text = label[language] ?? label.en
    return (
      <DialogButton
        key={procedure}
        needs={[procedure.split('.')]}
        text={text}
        size="sm"
        dialog={(close) => <PluginActionDialog action={action} id={id} text={text} onClose={close} />}
      />
    )
  })
}

interface DialogProps {
  action: PluginAction
  id: string
  text: string
  onClose(): void
}

function PluginActionDialog({ action: { procedure: name, has_preview }, id, text, onClose }: DialogProps) {
  const { actionDone } = plugins.useWords()
  const procedure = useMemo(() => procedureNamed(name), [name])
  const action = useAction({
    procedure,
    input: { id },
    ...(has_preview ? {} : { preview: 'none' as const }),
    onDone: () => {
      notifyDone(actionDone(text))
      countFinishedAction()
      onClose()
    },
  })
  return <ActionDialog action={action} title={text} verb={text} onClose={onClose} />
}

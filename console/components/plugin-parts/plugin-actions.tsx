import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLanguage } from '#console/app/language.ts'
import { useMay } from '#console/app/permissions.ts'
import { plugins } from '#console/strings/plugins.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
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
  const [opened, setOpened] = useState<string>()
  const may = useMay()
  const isShown = (action: PluginAction) => action.place === place && may([action.procedure.split('.')])
  const actions = data?.plugins.flatMap((plugin) => plugin.actions).filter(isShown) ?? []
  return actions.map((action) => {
    const { procedure, label } = action
    const text = label[language] ?? label.en
    const close = () => setOpened(undefined)
    return (
      <span key={procedure}>
        <Button variant="default" onClick={() => setOpened(procedure)}>
          {text}
        </Button>
        {opened === procedure && <PluginActionDialog action={action} id={id} text={text} onClose={close} />}
      </span>
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

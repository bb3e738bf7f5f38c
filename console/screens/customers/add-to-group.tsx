import { modals } from '#console/components/modals.ts'
import { customers } from '#console/strings/customers.ts'

/** Returns a function that asks for a group and adds the customers to it. Resolves to false if the user cancels. */
export function useAddToGroup(): (ids: string[]) => Promise<boolean> {
  const words = customers.useWords()
  return async (ids) => {
    const { GroupChoice } = await import('./group-choice.tsx')
    return new Promise((resolve) => {
      const modal = modals.open({
        title: words.addTitle(ids.length),
        onClose: () => resolve(false),
        children: (
          <GroupChoice
            ids={ids}
            onDone={() => {
              resolve(true)
              modals.close(modal)
            }}
          />
        ),
      })
    })
  }
}

/** The label that a form shows for a field, or the name of the field. */
export function labelOfField(form: Element | null | undefined, name: string): string {
  const field = form?.querySelector(`[data-path="${CSS.escape(name)}"]`)
  const wrapper = field?.closest('.mantine-InputWrapper-root, .mantine-Checkbox-root, .mantine-Switch-root')
  // The text after the first node is the mark of a required field.
  const label = wrapper?.querySelector('label')?.firstChild?.textContent ?? field?.getAttribute('aria-label')
  return label ?? name.replaceAll('_', ' ')
}

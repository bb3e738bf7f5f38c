import { type MultiSelectProps, Pill, PillsInput, type SelectProps, TextInput } from '@mantine/core'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { LateField } from './late-field.tsx'

const LoadedSelect = lazyAfterInput<SelectProps>(async () => (await import('./loaded-selects.ts')).Select)
const LoadedMultiSelect = lazyAfterInput<MultiSelectProps>(
  async () => (await import('./loaded-selects.ts')).MultiSelect,
)

/** The select of Mantine. Its list loads with the first input. Until then its place shows the chosen option. */
export function Select(props: SelectProps) {
  return (
    <LateField early={(press) => <EarlySelect select={props} press={press} />}>
      {(autoFocus, wasPressed) => (
        <LoadedSelect
          {...props}
          autoFocus={autoFocus || (props.autoFocus ?? false)}
          defaultDropdownOpened={wasPressed}
        />
      )}
    </LateField>
  )
}

/** The select of Mantine for several values. Its list loads with the first input. Until then its place shows the chosen options. */
export function MultiSelect(props: MultiSelectProps) {
  return (
    <LateField early={(press) => <EarlyMultiSelect select={props} press={press} />}>
      {(autoFocus, wasPressed) => (
        <LoadedMultiSelect
          {...props}
          autoFocus={autoFocus || (props.autoFocus ?? false)}
          defaultDropdownOpened={wasPressed}
        />
      )}
    </LateField>
  )
}

interface EarlyProps<Props> {
  select: Props
  press(): void
}

function EarlySelect({ select, press }: EarlyProps<SelectProps>) {
  const [label = ''] = labelsOf(select.data, select.value == null ? [] : [select.value])
  return (
    <TextInput
      {...frameOf(select)}
      {...identityOf(select)}
      value={label}
      placeholder={select.placeholder ?? ''}
      readOnly
      {...COMBOBOX}
      pointer={!select.searchable}
      onClick={press}
      rightSection={<Chevron />}
      rightSectionPointerEvents="none"
    />
  )
}

function EarlyMultiSelect({ select, press }: EarlyProps<MultiSelectProps>) {
  const labels = labelsOf(select.data, select.value ?? [])
  return (
    <PillsInput {...frameOf(select)} rightSection={<Chevron />} rightSectionPointerEvents="none" onClick={press}>
      <Pill.Group>
        {labels.map((label) => (
          <Pill key={label} withRemoveButton={!select.readOnly} disabled={select.disabled ?? false}>
            {label}
          </Pill>
        ))}
        <PillsInput.Field
          {...identityOf(select)}
          aria-label={typeof select.label === 'string' ? select.label : select['aria-label']}
          placeholder={labels.length === 0 ? (select.placeholder ?? '') : ''}
          readOnly
          {...COMBOBOX}
          disabled={select.disabled ?? false}
        />
      </Pill.Group>
    </PillsInput>
  )
}

const COMBOBOX = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const

type AnySelect = SelectProps | MultiSelectProps

const FRAME = ['label', 'description', 'error', 'required', 'withAsterisk', 'disabled', 'size', 'className', 'style']
const PLACE = ['w', 'miw', 'maw', 'flex', 'm', 'mt', 'mb', 'mx', 'my', 'leftSection', 'leftSectionWidth', 'labelProps']
const IDENTITY = ['id', 'name', 'data-path', 'data-autofocus', 'aria-label', 'aria-labelledby']

const frameOf = (props: AnySelect) => pick(props, [...FRAME, ...PLACE])
const identityOf = (props: AnySelect) => pick(props, IDENTITY)

const pick = (props: AnySelect, names: readonly string[]) =>
  Object.fromEntries(Object.entries(props).filter(([name]) => names.includes(name)))

function labelsOf(data: AnySelect['data'], values: readonly string[]): string[] {
  const options = (data ?? []).flatMap((option) =>
    typeof option === 'object' && 'group' in option ? option.items : [option],
  )
  const labels = new Map(
    options.map((option) =>
      typeof option === 'object' ? [option.value, 'label' in option ? option.label : option.value] : [option, option],
    ),
  )
  return values.flatMap((value) => labels.get(value) ?? [])
}

/** The sign of a select of Mantine. */
const Chevron = () => (
  <svg
    viewBox="0 0 15 15"
    width={16}
    height={16}
    fill="currentColor"
    fillRule="evenodd"
    aria-hidden="true"
    opacity={0.6}
  >
    <path d="M4.93 5.43a.45.45 0 1 0 .64.64L7.5 4.14l1.93 1.93a.45.45 0 1 0 .64-.64l-2.25-2.25a.45.45 0 0 0-.64 0zm5.13 4.14a.45.45 0 1 0-.63-.64L7.5 10.86 5.57 8.93a.45.45 0 1 0-.64.64l2.25 2.25a.45.45 0 0 0 .64 0z" />
  </svg>
)

import classes from './row-checkbox.module.css'

interface RowCheckboxProps {
  label: string
  isChecked: boolean
  isPartlyChecked?: boolean
  onToggle(): void
}

/** A checkbox of the browser, because a list shows many of them. */
export function RowCheckbox({ label, isChecked, isPartlyChecked = false, onToggle }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      className={classes.checkbox}
      checked={isChecked}
      onChange={onToggle}
      ref={(element) => {
        if (element) element.indeterminate = isPartlyChecked
      }}
    />
  )
}

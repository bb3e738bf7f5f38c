export { MultiSelect, Select } from '@mantine/core'

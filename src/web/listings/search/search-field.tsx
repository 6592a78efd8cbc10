import { SearchIcon } from 'lucide-react'
import { maxTextLength } from '#contract/list-filters.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'

/** For words that are searched for in every category. */
export function SearchField({ large, ...props }: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      large={large}
      label="Search all listings"
      hideLabel
      flush
      type="search"
      name="q"
      maxLength={maxTextLength}
      placeholder="Search rooms, books, bikes…"
      autoComplete="off"
      enterKeyHint="search"
      suffix={
        <Button type="submit" variant={large ? 'primary' : 'quiet'} size="icon" aria-label="Search">
          <SearchIcon size={20} />
        </Button>
      }
    />
  )
}

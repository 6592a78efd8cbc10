/** What a GET form keeps of the filters in force. */
export function HiddenFilters({ filters }: { filters: URLSearchParams }) {
  return [...filters].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

import { Chapter } from './example.tsx'

const colours = [
  ['paper', 'bg-paper', 'The page'],
  ['card', 'bg-card', 'What is raised'],
  ['ink', 'bg-ink', 'Text'],
  ['ink-2', 'bg-ink-2', 'Second text'],
  ['line', 'bg-line', 'Hairlines'],
  ['field', 'bg-field', 'Control borders'],
  ['gold', 'bg-gold', 'The main action'],
  ['link', 'bg-link', 'Links and focus'],
  ['soft', 'bg-soft', 'Quiet chips'],
  ['sun', 'bg-sun', 'Highlights'],
  ['danger', 'bg-danger', 'Errors, delete'],
  ['ok', 'bg-ok', 'Success'],
] as const

export function ColourExamples() {
  return (
    <Chapter title="Colour" text="Twelve names, each with a value for light and one for dark.">
      <ul className="design-swatches grid grid-cols-2 gap-4 sm:grid-cols-3">
        {colours.map(([name, background, use]) => (
          <li key={name}>
            <div className={`h-20 rounded-card border border-line ${background}`} />
            <p className="mt-2 font-semibold">{name}</p>
            <p className="text-ink-2 text-sm">{use}</p>
          </li>
        ))}
      </ul>
    </Chapter>
  )
}

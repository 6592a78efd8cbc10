/**
 * Shows a text such as "Posted Oct 2 · renewed Nov 9". Lines break between its parts, and no line starts or ends with a dot:
 * each part begins with its dot, and at the start of a line the dot is outside the box, which cuts it off. A part breaks only
 * if it is wider than the line.
 */
export function DottedText({ children }: { children: string }) {
  return (
    <span className="inline-block max-w-full align-top [clip-path:inset(-1em_0)]">
      <span className="-ms-[1em] block">
        {children.split(' · ').map((part, index) => (
          <span key={part} className="inline-block max-w-full overflow-y-clip ps-[1em]">
            {index > 0 && <span className="-ms-[1em] inline-block w-[1em] text-center"> · </span>}
            <bdi>{part}</bdi>
          </span>
        ))}
      </span>
    </span>
  )
}

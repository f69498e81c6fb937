/** The key that does the same, for those who see it; `aria-keyshortcuts` tells the others. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid min-w-5 place-items-center rounded-[4px] border border-current px-1 text-12 leading-4 font-semibold max-md:hidden"
    >
      {children}
    </span>
  )
}

export const barItemClass =
  'grid min-h-14 content-center justify-items-center gap-1 px-0.5 text-[0.6875rem] font-medium max-[22.4rem]:text-[0.625rem] max-[22.4rem]:tracking-tight'

/** Long words get a second line: with the entry of staff, those of some languages are wider than a sixth of 320 px. */
export const barLabelClass = 'max-w-full text-center leading-tight wrap-anywhere hyphens-auto'

export default function Page() {
  return <main className="display text-5xl">site/not-found-page</main>
}

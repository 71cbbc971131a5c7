export const metadata = { title: 'Next.js, Auth.js and Latchkey' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

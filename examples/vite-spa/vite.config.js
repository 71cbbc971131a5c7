export default {
  server: { allowedHosts: ['.acme.localhost', '.acme.test'] },
};

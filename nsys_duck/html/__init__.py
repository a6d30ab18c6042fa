"""What all pages share: the template engine, the templates and the charts."""

import ServiceLifecycle


